export { type FrameLimits, frameTransport, hostFrameLimits } from './frame-transport';
export { ipcTransport } from './ipc-transport';
export { jsonDepthExceeds } from './json-depth';
export { Peer, type PeerHandlers, type RequestContext, WithAttachment } from './peer';
