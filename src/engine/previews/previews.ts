import type { SavedDrawing } from '../../plugin-api';
import { toErrorInfo } from '../../shared/errors';
import { saveDrawing } from './save-drawing';

/** The window that shows drawings, where there is one (DESIGN §1: the command line has none). */
export interface PreviewWindow {
  /** Resolves once the window shows it; rejects when it can't. */
  open(drawing: { path: string; title: string }): Promise<void>;
}

export interface DrawingRequest {
  svg: Uint8Array;
  title: string;
  fileName: string | undefined;
  openPreview: boolean;
  workspace: string;
}

/**
 * Saves a drawing and shows it (S21). What is saved stays saved when its window does not open; `previewError` says why.
 * @throws what `saveDrawing` throws
 */
export async function savePreview(
  request: DrawingRequest,
  window: PreviewWindow | null,
): Promise<SavedDrawing> {
  const saved = await saveDrawing(request);
  if (!request.openPreview || !window) return { ...saved, previewOpened: false };
  try {
    await window.open({ path: saved.path, title: request.title });
    return { ...saved, previewOpened: true };
  } catch (error) {
    return { ...saved, previewOpened: false, previewError: toErrorInfo(error).message };
  }
}
