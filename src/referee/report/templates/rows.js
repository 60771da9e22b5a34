// Tables of rows can be sifted by a text and by who is right or wrong; without this script they show all their rows.
(() => {
  for (const table of document.querySelectorAll("table.rows")) {
    const rows = [...table.tBodies[0].rows], models = [...table.tHead.rows[0].cells].slice(2).map(head => head.textContent.trim());
    if (rows.length < 5) continue;
    const marked = table.querySelector(".word.worse") !== null, bar = document.createElement("div"), told = document.createElement("output");
    bar.className = "tools";
    const field = (heading, input) => {
      const label = document.createElement("label");
      label.append(heading, input);
      bar.append(label);
      return input;
    };
    const choice = heading => {
      const select = document.createElement("select");
      select.append(new Option("any model", ""), ...models.map((name, i) => new Option(name, i + 2)));
      return field(heading, select);
    };
    const text = field("Rows with", Object.assign(document.createElement("input"), {type: "search", placeholder: "id or label"}));
    const [right, wrong] = marked && models.length > 1 ? [choice("right"), choice("wrong")] : [null, null];
    bar.append(told);
    const sift = () => {
      const is = (row, select, bad) => !select || !select.value || (row.cells[select.value].querySelector(".word.worse") !== null) === bad;
      const said = text.value.trim().toLowerCase();
      let left = 0;
      for (const row of rows) {
        const cells = [...row.cells].map(cell => cell.textContent.trim().toLowerCase());
        const keep = (!said || cells.some(cell => cell.includes(said))) && is(row, right, false) && is(row, wrong, true);
        row.classList.toggle("sifted", !keep);
        left += keep;
      }
      told.textContent = left === rows.length ? "" : `${left} of the ${rows.length} rows here.`;
    };
    bar.addEventListener("input", sift);
    table.parentElement.before(bar);
  }
})();
