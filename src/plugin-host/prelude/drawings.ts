import type { PluginApi, SavedDrawing, SvgDrawing } from '../../plugin-api/api';
import { apiLimits } from '../../plugin-api/limits';
import type { Channel } from './channel';
import { checkText, invalid } from './checks';
import { pluginError } from './errors';
import { utf8Bytes } from './intrinsics';

/** `openSvgPreview` (S21): the drawing travels as text beside the message; the engine judges and saves it. */
export function makeOpenSvgPreview(
  channel: Channel,
  requirePermission: () => void,
): PluginApi['openSvgPreview'] {
  return async function openSvgPreview(drawing: SvgDrawing): Promise<SavedDrawing> {
    requirePermission();
    if (typeof drawing !== 'object' || drawing === null)
      throw invalid('openSvgPreview needs {svg, title?, fileName?, openPreview?}');
    const { svg, title, fileName, openPreview } = drawing;
    if (typeof svg !== 'string') throw invalid('the svg of a drawing must be a string');
    if (svg.length > apiLimits.svgBytes || utf8Bytes(svg) > apiLimits.svgBytes)
      throw pluginError('quota_exceeded', 'the drawing is over 20 MiB');
    const params = {
      ...optional('title', title, apiLimits.svgTitleLength),
      ...optional('fileName', fileName, apiLimits.svgFileNameLength),
      openPreview: openPreview !== false,
    };
    const { value } = await channel.request('savePreview', params, svg);
    return value as SavedDrawing;
  };
}

function optional(name: string, value: unknown, limit: number): Record<string, string> {
  return value === undefined || value === null
    ? {}
    : { [name]: checkText(`the ${name} of a drawing`, value, limit) };
}
