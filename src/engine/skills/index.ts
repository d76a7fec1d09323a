export { readSkill, readSkillText } from './read-skill';
export { skillIndex } from './skill-index';
