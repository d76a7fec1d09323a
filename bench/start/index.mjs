// `npm run bench -- start`: what a user waits for first, as ratios against the least it could be.
import { measureParts } from '../parts.mjs';
import { install } from './install.mjs';
import { ruleTurn } from './rule-turn.mjs';
import { windowStart } from './window-start.mjs';

export const start = (options) => measureParts({ windowStart, ruleTurn, install }, options);
