// A plugin of 20 MiB as real ones are made: much text that shrinks, and pictures that do not. Always the same bytes.
import { buildZip } from '../../fixtures/zip.ts';

const FILES = 1500;
const BYTES = 20 * 1024 * 1024;
/** Of every five files three are text, and a text is packed to about two fifths. */
const TEXT_SHARE = 0.6;
const TEXT_BYTES = 12_000;

const MANIFEST = {
  apiVersion: 1,
  id: 'large',
  name: 'Large',
  version: '1.0.0',
  main: 'main.mjs',
  permissions: ['agent.tools'],
};

/** The bytes of the zip, within a percent of 20 MiB. */
export function largePackage() {
  const random = generator(20);
  const entries = [
    { name: 'secagent-plugin.json', data: JSON.stringify(MANIFEST) },
    { name: 'main.mjs', data: 'export function activate() {}\n' },
  ];
  for (let number = 0; number < FILES * TEXT_SHARE; number++) {
    const name = `src/part-${number % 60}/module-${number}.mjs`;
    entries.push({ name, data: text(random, TEXT_BYTES) });
  }
  const pictures = FILES - entries.length;
  const each = Math.floor((BYTES - buildZip(entries).length) / pictures);
  for (let number = 0; number < pictures; number++) {
    const name = `assets/set-${number % 30}/picture-${number}.png`;
    entries.push({ name, data: noise(random, each) });
  }
  return buildZip(entries);
}

function text(random, length) {
  const words = [
    'const',
    'value',
    'return',
    'function',
    'student',
    'points',
    '积分',
    'await',
    '=>',
    '{',
    '}',
  ];
  let result = '';
  while (result.length < length) {
    result += `${words[random() % words.length]}${random() % 4 === 0 ? (random() % 1000).toString(36) : ''} `;
  }
  return result;
}

function noise(random, length) {
  const bytes = new Uint32Array(Math.ceil(length / 4));
  for (let index = 0; index < bytes.length; index++) bytes[index] = random();
  return new Uint8Array(bytes.buffer, 0, length);
}

/** Marsaglia's xorshift, 32 bits. */
function generator(seed) {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}
