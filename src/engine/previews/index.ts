export { type DrawingRequest, type PreviewWindow, savePreview } from './previews';
