// A section about one metric can show another instead; without this script the others stand folded where they were written.
(() => {
  const tools = (section, heading) => {
    const bar = document.createElement("div"), label = document.createElement("label"), select = document.createElement("select");
    bar.className = "tools";
    label.append(heading, select);
    bar.append(label);
    section.querySelector("h2").after(bar);
    return select;
  };
  const sections = [...document.querySelectorAll("section[data-metric]")];
  for (const section of sections) {
    const inside = [...section.querySelectorAll("details[data-metric]")];
    const others = inside.length || sections.length > 1 ? inside : [...document.querySelectorAll("details[data-metric]")];
    if (!others.length) continue;
    const own = [...section.children].slice(1).filter(child => !child.matches("details[data-metric]"));
    const select = tools(section, "Metric"), shown = document.createElement("div");
    section.append(shown);
    select.append(new Option(`${section.dataset.metric} (declared first)`), ...others.map(one => new Option(one.dataset.metric)));
    let folded = null;
    select.addEventListener("change", () => {
      if (folded) folded.append(...shown.childNodes);
      folded = others[select.selectedIndex - 1] || null;
      if (folded) shown.append(...[...folded.childNodes].filter(node => node.nodeName !== "SUMMARY"));
      own.forEach(child => child.classList.toggle("away", Boolean(folded)));
      others.forEach(one => one.classList.toggle("away", one === folded));
    });
  }
})();
