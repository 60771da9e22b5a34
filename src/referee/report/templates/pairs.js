// Two models picked from the lines of pairs: their sentence, and their interval drawn; without this script there are the lines.
(() => {
  const numbers = text => (text.replace(/\u2212/g, "-").match(/[+-]?\d[\d.,]*(?:e[+-]?\d+)?/gi) || []).map(n => parseFloat(n.replace(/,/g, "")));
  const shape = (name, attributes) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };
  const drawn = (text, spoken) => {
    const [difference, low, high] = numbers(text);
    if (high === undefined) return [];
    const least = Math.min(low, 0), most = Math.max(high, 0), x = value => 20 + 380 * (value - least) / (most - least || 1);
    const svg = shape("svg", {viewBox: "0 0 420 52", role: "img", "aria-label": spoken});
    const word = (value, said) => {
      const made = shape("text", {x: x(value), y: 48, "text-anchor": "middle", "font-size": 12, fill: "var(--faint)"});
      made.textContent = said;
      return made;
    };
    svg.append(shape("line", {x1: x(0), x2: x(0), y1: 4, y2: 34, stroke: "var(--faint)", "stroke-dasharray": "3 3"}), word(0, "0"),
      shape("line", {x1: x(low), x2: x(high), y1: 18, y2: 18, stroke: "var(--accent)", "stroke-width": 4}),
      shape("circle", {cx: x(difference), cy: 18, r: 6, fill: "var(--accent)"}));
    if (Math.abs(x(difference) - x(0)) > 60) svg.append(word(difference, text.split(" (")[0]));
    return [svg];
  };
  for (const table of document.querySelectorAll("table.pairs")) {
    const rows = [...table.tBodies[0].rows], at = (row, column) => row.cells[column].textContent.trim();
    const names = [...new Set(rows.flatMap(row => [at(row, 0), at(row, 1)]))];
    const bar = document.createElement("div"), told = document.createElement("output");
    bar.className = "tools";
    const [one, other] = ["Pick two models", "against"].map((heading, which) => {
      const label = document.createElement("label"), select = document.createElement("select");
      select.append(...names.map(name => new Option(name)));
      select.selectedIndex = which;
      label.append(heading, select);
      bar.append(label);
      return select;
    });
    bar.append(told);
    const tell = () => {
      const row = rows.find(row => [at(row, 0), at(row, 1)].sort().join("\0") === [one.value, other.value].sort().join("\0"));
      if (!row) return told.replaceChildren(one.value === other.value ? "Pick two different models." : "These two were not compared.");
      const sentence = row.cells[4].title, numbers = `${at(row, 0)} \u2212 ${at(row, 1)}: ${at(row, 2)}, adjusted ${at(row, 3)}.`;
      told.replaceChildren(sentence, document.createElement("br"), numbers, ...drawn(at(row, 2), numbers));
    };
    bar.addEventListener("change", tell);
    tell();
    const section = table.closest("section");
    (table.closest("details") || table).parentElement === section ? section.querySelector("h2").after(bar) : table.parentElement.before(bar);
  }
})();
