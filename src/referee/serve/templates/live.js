// Looks again every two seconds and puts in the parts that have changed; without this script the page loads itself anew.
(() => {
  const live = document.getElementById("live");
  if (!live) return;
  const told = document.getElementById("told");
  const say = text => { if (told.textContent !== text) told.textContent = text; };
  const look = async () => {
    if (document.hidden) return;
    let fresh;
    try {
      const got = await fetch("/live" + location.search, {cache: "no-store"});
      fresh = new DOMParser().parseFromString(await got.text(), "text/html");
    } catch {
      return say("The view has ended. Start referee serve again for another.");
    }
    for (const part of fresh.querySelectorAll("[data-part]")) {
      const mine = document.getElementById(part.id);
      if (!mine || mine.outerHTML === part.outerHTML) continue;
      const at = mine.contains(document.activeElement) ? document.activeElement.id : "";
      mine.replaceWith(document.adoptNode(part));
      if (at && document.getElementById(at)) document.getElementById(at).focus({preventScroll: true});
    }
    const sentence = fresh.getElementById("sentence");
    say(sentence ? sentence.textContent : "");
  };
  setInterval(look, 2000);
})();
