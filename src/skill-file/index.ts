export { firstLine, parseSkillFile } from './skill-file';
