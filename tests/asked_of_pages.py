"""What a page is asked in a browser: what is cut, what is faint, what keys and screen readers do not reach."""

LEAST = 4.5                # contrast of text (WCAG 2.2, AA)

# What lies in a box that scrolls by itself is reached by scrolling it; everything else has to lie on the screen.
CUT = """(() => {
  const cut = [];
  document.querySelectorAll("details").forEach(one => one.open = true);
  for (const e of document.querySelectorAll("main *, header *")) {
    const at = e.getBoundingClientRect();
    if (e.closest(".scroll") && !e.closest(".numbers")) continue;
    if (e.closest("thead") || e.closest("svg") || !at.width || !e.checkVisibility()) continue;
    if (at.right > innerWidth + 1 || at.left < -1) cut.push(e.tagName + " " + e.textContent.trim().slice(0, 60));
  }
  return {wide: document.scrollingElement.scrollWidth, cut: cut.slice(0, 5)};
})()"""

# The contrast of each text with the nearest colour behind it; in pictures, with the bar it stands on, or the page.
FAINT = """(() => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", {willReadFrequently: true});
  const rgba = colour => {
    canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const linear = v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4;
  const light = rgb => [.2126, .7152, .0722].reduce((sum, weight, i) => sum + weight * linear(rgb[i] / 255), 0);
  const behind = e => {
    for (; e; e = e.parentElement) {
      const colour = rgba(getComputedStyle(e).backgroundColor);
      if (colour[3] === 255) return colour;
    }
    return [255, 255, 255, 255];
  };
  const onABar = e => {
    const at = e.getBoundingClientRect(), x = (at.left + at.right) / 2, y = (at.top + at.bottom) / 2;
    const bars = [...e.closest("svg").querySelectorAll("path:not(defs *), rect")].filter(bar => {
      const look = getComputedStyle(bar), here = new DOMPoint(x, y).matrixTransform(bar.getScreenCTM().inverse());
      return bar.compareDocumentPosition(e) & Node.DOCUMENT_POSITION_FOLLOWING && look.fill.startsWith("rgb(")
        && look.fillOpacity * look.opacity === 1 && bar.isPointInFill(here);
    });
    return bars.length ? rgba(getComputedStyle(bars.at(-1)).fill) : null;
  };
  const faint = new Set();
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const e = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim() || e.closest("script, style, title") || !e.checkVisibility()) continue;
    const said = getComputedStyle(e), ink = rgba(e.closest("svg") ? said.fill : said.color);
    const back = e.closest("svg") && onABar(e) || behind(e);
    const [a, b] = [light(ink), light(back)].sort((x, y) => y - x), ratio = (a + .05) / (b + .05);
    if (ratio < LEAST) faint.add(ratio.toFixed(2) + " " + walk.currentNode.data.trim().slice(0, 40));
  }
  return [...faint].slice(0, 5);
})()""".replace("LEAST", str(LEAST))

# Everything one can act on, as it stands on the page; each is given its place, to be known again.
CONTROLS = """(() => {
  document.querySelectorAll("details").forEach(one => one.open = true);
  const scrolls = [...document.querySelectorAll(".scroll")].filter(e => e.scrollWidth > e.clientWidth + 1);
  const known = [...document.querySelectorAll("button, select, input, summary, a[href]"), ...scrolls]
    .filter(e => e.checkVisibility())
    .sort((a, b) => a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1);
  known.forEach((e, i) => e.dataset.place = i);
  document.activeElement.blur(); scrollTo(0, 0);
  return known.length;
})()"""
FOCUSED = "document.activeElement.dataset.place ?? null"

# Tables whose cells do not say what they belong to, headings that skip a level, pictures without words.
UNTOLD = """(() => {
  const faults = [], say = (what, e) => faults.push(what + ": " + e.textContent.trim().slice(0, 60));
  for (const table of document.querySelectorAll("table")) {
    if (!table.caption && !table.getAttribute("aria-label")) say("a table without a name", table);
    if ([...table.tHead.rows[0].cells].slice(1).some(cell => cell.scope !== "col")) say("no column header", table);
    if ([...table.tBodies[0].rows].some(row => row.cells[0].scope !== "row")) say("no row header", table);
  }
  let level = 0;
  for (const heading of document.querySelectorAll("h1, h2, h3, h4")) {
    const mine = Number(heading.tagName[1]);
    if (mine > level + 1) say("a heading that skips a level", heading);
    level = mine;
  }
  if (document.querySelectorAll("h1").length !== 1) say("not one h1", document.body);
  if (document.querySelectorAll("main").length !== 1) say("not one main", document.body);
  if (!document.documentElement.lang) say("no language", document.body);
  return faults;
})()"""
ACTED_ON = {"button", "combobox", "textbox", "searchbox", "DisclosureTriangle", "link", "image", "img", "checkbox"}


def nameless(browser):
    """Whatever a screen reader meets and cannot name."""
    nodes = browser.call("Accessibility.getFullAXTree")["nodes"]
    seen = [node for node in nodes if not node.get("ignored") and node["role"]["value"] in ACTED_ON]
    return [node["role"]["value"] for node in seen if not node.get("name", {}).get("value", "").strip()]


def not_reached(browser):
    """Which controls the tabulator key does not reach in their order."""
    number = browser.ask(CONTROLS)
    reached = []
    for _ in range(number + 1):
        browser.press("Tab", windowsVirtualKeyCode=9)
        reached.append(browser.ask(FOCUSED))
    return [place for place in range(number) if reached[place] != str(place)]
