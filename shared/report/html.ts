/** A show report as one self-contained file: no script, no external resource, formatted for paper. Pure. */

import { escapeControls } from '../util/escapeControls.ts'
import { LANGUAGE } from '../words/language.ts'
import { REPORT_WORDS } from '../words/reports/report.ts'
import type { ReportDocument, ReportTable } from './document.ts'

export function reportHtml(report: ReportDocument): string {
  const title = `${REPORT_WORDS.title}: ${report.title}`
  return `<!doctype html>
<html lang="${LANGUAGE.tag}" dir="${LANGUAGE.dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<p class="kind">${REPORT_WORDS.title}</p>
<h1 dir="auto">${escaped(report.title)}</h1>
<p class="day">${escaped(report.day)}</p>
${report.rehearsal === null ? '' : `<p class="rehearsal">${escaped(report.rehearsal)}</p>`}
</header>
<dl>
${report.facts.map(({ name, value }) => `<div><dt>${escaped(name)}</dt><dd>${escaped(value)}</dd></div>`).join('\n')}
</dl>
${report.tables.map(section).join('\n')}
<footer>${escaped(report.made)}</footer>
</body>
</html>
`
}

function section({ heading, columns, rows, empty, note }: ReportTable): string {
  const head = columns.map((column) => `<th scope="col">${escaped(column)}</th>`).join('')
  const body = rows.map((row) => `<tr>${row.map(cellOf).join('')}</tr>`).join('\n')
  const table = `<table><thead><tr>${head}</tr></thead><tbody>\n${body}\n</tbody></table>`
  const content = rows.length ? table : `<p class="none">${escaped(empty)}</p>`
  return `<section><h2>${escaped(heading)}</h2>${content}${note === null ? '' : `<p class="note">${escaped(note)}</p>`}</section>`
}

const cellOf = (text: string): string => `<td dir="auto">${escaped(text)}</td>`

/** Names come from elsewhere: none may act as markup, in a text or in an attribute, or reverse the text beside it. */
export const escaped = (text: string): string =>
  escapeControls(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

/** Black on white whatever the reader's theme: it is made for paper, A4 or letter. */
const STYLE = `
@page { margin: 18mm 16mm; }
* { box-sizing: border-box; }
html { color-scheme: light; background: #fff; }
body { max-width: 48rem; margin: 2rem auto; padding: 0 1.25rem; color: #14191d; background: #fff;
  font: 0.9375rem/1.45 system-ui, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; overflow-wrap: anywhere; }
h1, h2, p, dl, dd { margin: 0; }
.kind { color: #545f69; font-size: 0.8125rem; font-weight: 600; letter-spacing: 0.06em; text-transform: uppercase; }
h1 { font-size: 1.75rem; line-height: 1.2; }
.day { color: #545f69; }
.rehearsal { margin-top: 0.75rem; padding: 0.5rem 0.75rem; border: 2px dashed #14191d; font-weight: 700; }
dl { margin-top: 1.25rem; border-top: 2px solid #14191d; }
dl > div { display: grid; grid-template-columns: 9rem 1fr; gap: 1rem; padding: 0.25rem 0; border-bottom: 1px solid #d3dae0; }
dt, .note, .none, footer { color: #545f69; }
dd, td { font-variant-numeric: tabular-nums; }
section { margin-top: 1.5rem; }
h2 { margin-bottom: 0.25rem; font-size: 1.0625rem; break-after: avoid; }
table { width: 100%; border-collapse: collapse; font-size: 0.875rem; }
thead { display: table-header-group; }
th, td { padding: 0.25rem 1rem 0.25rem 0; border-bottom: 1px solid #d3dae0; text-align: start; vertical-align: top; }
th { color: #545f69; font-size: 0.8125rem; font-weight: 600; }
th:not(:last-child), td:not(:last-child) { width: 1%; white-space: nowrap; }
th:nth-child(2):nth-last-child(2), td:nth-child(2):nth-last-child(2) { width: 7.5rem; }
tr { break-inside: avoid; }
.note { margin-top: 0.375rem; font-size: 0.8125rem; }
footer { margin-top: 2rem; padding-top: 0.5rem; border-top: 1px solid #d3dae0; font-size: 0.8125rem; }
@media print { body { max-width: none; margin: 0; padding: 0; font-size: 10pt; } }
`
