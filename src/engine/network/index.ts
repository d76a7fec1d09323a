export { networkFailure } from './network-error';
export {
  createNetworkFetch,
  type NetworkFetch,
  type NetworkGuard,
  type NetworkOptions,
} from './network-fetch';
export { isLoopback, proxyName, routesTo } from './routes';
