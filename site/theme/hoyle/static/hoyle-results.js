/* Summaries of pages found tell of the text alone, not of the notes beside it; results in another language say so. */
"use strict";

{
  const textOf = Search.htmlToText;
  Search.htmlToText = (html, anchor) => {
    const page = new DOMParser().parseFromString(html, "text/html");
    for (const aside of page.querySelectorAll(".rule-note, .rules-summary, .table-picture, .path, svg, h1")) aside.remove();
    for (const block of page.querySelectorAll("p, li, td, th, dd, dt, div.para, h2, h3")) block.append(" ");
    return textOf(page.documentElement.outerHTML, anchor).replace(/\s+/g, " ").trim();
  };

  const languages = JSON.parse(document.querySelector("form[data-languages]")?.dataset.languages || "{}");
  const mark = (item) => {
    const name = item.querySelector?.("a[href]")?.getAttribute("href").replace(/\.html([?#].*)?$/, "");
    if (languages[name]) item.lang = languages[name];
  };
  new MutationObserver((changes) => {
    for (const change of changes) for (const node of change.addedNodes) mark(node);
  }).observe(document.getElementById("search-results"), { childList: true, subtree: true });
}
