export { firstLine, parseSkillFile, type SkillFile } from './skill-file';
