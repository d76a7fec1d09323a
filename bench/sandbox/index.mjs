// `npm run bench -- sandbox`: what it costs that plugins run in isolates in processes of their own, as ratios against the
// least that could cost.
import { measureParts } from '../parts.mjs';
import { pluginStarts } from './plugin-starts.mjs';
import { toolCalls } from './tool-calls.mjs';

export const sandbox = (options) => measureParts({ toolCalls, pluginStarts }, options);
