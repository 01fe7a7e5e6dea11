// What the lab and the sweep give away as files.

import { save } from '../../press/theme/js/save.js';

const TYPES = { csv: 'text/csv', json: 'application/json', svg: 'image/svg+xml' };

/** Hand a text over as a file, and say what came of it. @param {import('../../press/theme/js/page.js').Context} context
 *  @param {HTMLElement} said @param {string} name its ending says what it is @param {string} text */
export function hand(context, said, name, text) {
  const how = save(name, new Blob([text], { type: TYPES[name.split('.').at(-1) ?? ''] }));
  said.textContent = context.words(`take.${how}`, { name, size: Math.ceil(text.length / 1000) });
}

/** @param {(string | number | null)[][]} rows */
export function csv(rows) {
  const field = (value) => (/[",\r\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value ?? ''));
  return rows.map((row) => `${row.map(field).join(',')}\r\n`).join('');
}

/** @param {any} value */
export function json(value) {
  return `${JSON.stringify(value)}\n`;
}
