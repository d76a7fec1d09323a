export type { ChosenModel, ModelChoice } from './model';
export { type Models, openModels } from './models';
export type { Retry } from './retries';
export { environmentSecrets, firstOf, type Secrets } from './secrets';
export { type OfferedTool, type StepPart, streamStep } from './stream-step';
