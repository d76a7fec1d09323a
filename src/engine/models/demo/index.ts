export { demoModel } from './demo-model';
