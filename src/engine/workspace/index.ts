export { Workspaces } from './workspaces';
