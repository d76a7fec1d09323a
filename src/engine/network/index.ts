export { networkFailure } from './network-error';
export { createNetworkFetch, type NetworkFetch, type NetworkOptions } from './network-fetch';
export { isLoopback } from './routes';
