export { agentPluginsFormat } from './agent-plugins';
export { findOther } from './look-alike';
