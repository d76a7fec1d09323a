export { Agent } from './agent';
