// Tables of numbers can be sorted by their headings; without this script they are as they were written.
(() => {
  const worth = cell => {
    const text = (cell ? cell.textContent : "").trim().replace(/\u2212/g, "-").replace(/(\d),(?=\d{3})/g, "$1");
    const found = text.match(/^[<>]?\s*([+-]?\d*\.?\d+)/);
    return {text, number: found ? parseFloat(found[1]) : NaN};
  };
  const order = (a, b) => {
    const known = [a, b].map(one => !Number.isNaN(one.number));
    if (known[0] && known[1]) return a.number - b.number;
    return known[0] !== known[1] ? (known[0] ? -1 : 1) : a.text.localeCompare(b.text);
  };
  for (const table of document.querySelectorAll("table.numbers")) {
    const body = table.tBodies[0], rows = [...body.rows], heads = [...table.tHead.rows[0].cells];
    const goesOn = row => !row.cells[0].textContent.trim();        // a row that belongs to the one above it
    if (rows.length < 3 || rows.some(goesOn)) continue;
    table.classList.add("sortable");
    heads.forEach((head, column) => {
      if (head.tagName !== "TH" || !head.textContent.trim()) return;
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const next = {none: "ascending", ascending: "descending", descending: "none"}[head.ariaSort || "none"];
        heads.forEach(other => other.removeAttribute("aria-sort"));
        if (next !== "none") head.setAttribute("aria-sort", next);
        const sign = next === "descending" ? -1 : 1;
        const sorted = next === "none" ? rows : [...rows].sort(
          (a, b) => sign * order(worth(a.cells[column]), worth(b.cells[column])));
        body.append(...sorted);
      });
    });
  }
})();
// What scrolls sideways can be reached and scrolled by keys.
for (const box of document.querySelectorAll(".scroll")) {
  if (box.scrollWidth > box.clientWidth) Object.assign(box, {tabIndex: 0});
}
