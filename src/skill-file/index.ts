export { firstLine, parseSkillFile, type SkillFile, valuesToQuote } from './skill-file';
