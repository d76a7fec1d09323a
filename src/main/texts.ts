import type { Language } from '../shared/settings';

/** The shell's own few words: menu, file picker, titles of windows. The pages bring theirs. */
const zh = {
  appName: 'SecAgent',
  file: '文件',
  edit: '编辑',
  view: '视图',
  undo: '撤销',
  redo: '重做',
  cut: '剪切',
  copy: '复制',
  paste: '粘贴',
  selectAll: '全选',
  zoomIn: '放大',
  zoomOut: '缩小',
  actualSize: '实际大小',
  fullScreen: '全屏',
  quit: '退出',
  pickTitle: '选择插件文件',
  pickButton: '检查',
  pickFilter: '插件包（zip）',
  allFiles: '所有文件',
  consentInstall: '安装插件',
  consentEnable: '启用插件',
};

const en: typeof zh = {
  appName: 'SecAgent',
  file: 'File',
  edit: 'Edit',
  view: 'View',
  undo: 'Undo',
  redo: 'Redo',
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  selectAll: 'Select all',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  actualSize: 'Actual size',
  fullScreen: 'Full screen',
  quit: 'Quit',
  pickTitle: 'Choose plugin files',
  pickButton: 'Check',
  pickFilter: 'Plugin package (zip)',
  allFiles: 'All files',
  consentInstall: 'Install plugin',
  consentEnable: 'Turn on plugin',
};

export const texts: Readonly<Record<Language, typeof zh>> = { zh, en };
