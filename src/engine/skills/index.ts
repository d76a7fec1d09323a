export { listFolder } from './list-folder';
export { readSkill, readSkillText } from './read-skill';
export { skillIndex } from './skill-index';
export { type PluginSkill, type Skill, Skills } from './skills';
