// The reader's lines as a file: JSON whose `model` is what toylm.models reads, or plain text as in the field.

import { CHARACTERS, format } from './ownlines.js';

const KIND = 'lines';
const VERSION = 1;
const LARGEST = 10 * CHARACTERS; // bytes; JSON takes several for each character

/** A version a row, so that a file can be read and compared by people too.
 *  @param {import('./ownlines.js').OwnLines} lines @param {object} settings of the bench, for whoever runs it */
export function written(lines, settings) {
  const rows = lines.map((versions) => `[\n${versions.map((version) => JSON.stringify(version)).join(',\n')}\n]`);
  const head = JSON.stringify({ plateworks: KIND, version: VERSION, settings }).slice(0, -1);
  return `${head},\n"model":{"kind":"counts","lines":[${rows.join(',')}]}}\n`;
}

/** The text for the field that a file holds. @param {File} file
 *  @returns {Promise<{text: string, fault: '' | 'large' | 'foreign'}>} */
export async function readFile(file) {
  if (file.size > LARGEST) return { text: '', fault: 'large' };
  const text = await file.text();
  const data = parsed(text);
  if (data === undefined) return { text, fault: '' };
  if (data?.plateworks !== KIND || data.version !== VERSION || !isLines(data.model?.lines)) return { text: '', fault: 'foreign' };
  return { text: format(data.model.lines), fault: '' };
}

/** What a text is as JSON; undefined where it is not. Only what begins as an object or a list is looked at.
 *  @param {string} text @returns {any} */
function parsed(text) {
  if (!/^\s*[{[]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @param {unknown} lines */
function isLines(lines) {
  const isText = (text) => typeof text === 'string' || (Array.isArray(text) && text.every((place) => typeof place === 'string'));
  const isVersion = (version) => Array.isArray(version) && isText(version[0]) && Number.isInteger(version[1]);
  return Array.isArray(lines) && lines.every((line) => Array.isArray(line) && line.every(isVersion));
}
