export { runChecks } from './checks';
export { diagnosticsText } from './diagnostics-text';
export { testNetwork } from './test-network';
