/* Summaries of pages found tell of the text alone, not of the notes beside it. */
"use strict";

{
  const textOf = Search.htmlToText;
  Search.htmlToText = (html, anchor) => {
    const page = new DOMParser().parseFromString(html, "text/html");
    for (const aside of page.querySelectorAll(".rule-note, .rules-summary, .table-picture, .path, svg, h1")) aside.remove();
    for (const block of page.querySelectorAll("p, li, td, th, dd, dt, div.para, h2, h3")) block.append(" ");
    return textOf(page.documentElement.outerHTML, anchor).replace(/\s+/g, " ").trim();
  };
}
