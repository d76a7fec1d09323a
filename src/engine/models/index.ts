export { chooseModel } from './choose-model';
export type { ChosenModel, ModelChoice } from './model';
export { type OfferedTool, type StepPart, streamStep } from './stream-step';
