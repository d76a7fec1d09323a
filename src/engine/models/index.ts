export type { ChosenModel, ModelChoice } from './model';
export { type Models, type ModelsOptions, openModels } from './models';
export { describeNetworkFailure } from './network-reasons';
export type { Retry } from './retries';
export { environmentSecrets, firstOf, type Secrets } from './secrets';
export { type OfferedTool, type StepPart, streamStep } from './stream-step';
