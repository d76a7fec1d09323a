export { readSkill, readSkillText } from './read-skill';
export { parseSkill } from './skill-file';
export { skillIndex } from './skill-index';
