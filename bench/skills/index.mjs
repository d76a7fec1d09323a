// `npm run bench -- skills`: what hundreds of skills cost, as ratios against having none.
import { measureParts } from '../parts.mjs';
import { matching } from './matching.mjs';
import { windowStart } from './window-start.mjs';

export const skills = (options) => measureParts({ windowStart, matching }, options);
