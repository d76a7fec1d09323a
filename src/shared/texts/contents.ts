import type { McpServerComponent, McpTransport, PackageComponent, SkillComponent } from '../components';
import type { Language } from '../settings';
import { spelledOut } from '../visible-text';

/** A server of the package that can be reached, and how. */
export type ReachableServer = McpServerComponent & { transport: McpTransport };

/** What a package without code holds, in the order in which somebody should read it (M2). */
export interface Contents {
  /** would run on this computer, outside the sandbox */
  programs: ReachableServer[];
  /** would be connected to */
  remotes: ReachableServer[];
  skills: SkillComponent[];
  /** not used, each with its reasons */
  skipped: PackageComponent[];
}

/** The same wherever somebody is asked: in the consent view, on the plugin's page and in the terminal. */
export function contentsOf(components: readonly PackageComponent[]): Contents {
  const used = components.filter(({ status }) => status !== 'skipped');
  const servers = used.filter(isReachable);
  return {
    programs: servers.filter(({ transport }) => transport.type === 'stdio'),
    remotes: servers.filter(({ transport }) => transport.type !== 'stdio'),
    skills: used.filter((component) => component.kind === 'skill'),
    skipped: components.filter(({ status }) => status === 'skipped'),
  };
}

/** What is said about code below the list: it must not calm anybody about the programs in it. */
export function noCodeText(language: Language, components: readonly PackageComponent[]): string {
  const { noCode, noCodeButPrograms } = contentsTexts[language];
  return contentsOf(components).programs.length > 0 ? noCodeButPrograms : noCode;
}

function isReachable(component: PackageComponent): component is ReachableServer {
  return component.kind === 'mcp-server' && component.transport !== null;
}

/** How a server is reached, ready to be shown: words that stay apart, and nothing that hides or turns around (M2). */
export interface ShownTransport {
  /** command and arguments, one word each; null for a server on the network */
  command: string[] | null;
  url: string | null;
  cwd: string | null;
  /** `NAME=value` */
  env: string[];
  /** `Name: value` */
  headers: string[];
}

export function shownTransport(transport: McpTransport): ShownTransport {
  if (transport.type !== 'stdio') {
    const headers = Object.entries(transport.headers).map(([name, value]) => spelledOut(`${name}: ${value}`));
    return { command: null, url: spelledOut(transport.url), cwd: null, env: [], headers };
  }
  const { command, args, env, cwd } = transport;
  return {
    command: [command, ...args].map(spelledOut),
    url: null,
    cwd: cwd === null ? null : spelledOut(cwd),
    env: Object.entries(env).map(([name, value]) => spelledOut(`${name}=${value}`)),
    headers: [],
  };
}

/** One line for a terminal: words with blanks or signs in them are quoted, so that it shows where each ends. */
export function commandLine(words: readonly string[]): string {
  return words
    .map((word) => (/^[\p{L}\p{N}_./:=@%+,${}~-]+$/u.test(word) ? word : JSON.stringify(word)))
    .join(' ');
}

interface ContentsTexts {
  programs: string;
  programsDetail: string;
  remotes: string;
  remotesDetail: string;
  skills(count: number): string;
  skillsDetail: string;
  skipped: string;
  nothing: string;
  noCode: string;
  /** beside programs, which run elsewhere */
  noCodeButPrograms: string;
  command: string;
  url: string;
  cwd: string;
  env: string;
  headers: string;
}

export const contentsTexts: Readonly<Record<Language, ContentsTexts>> = {
  zh: {
    programs: '会以你的身份在这台电脑上运行的程序，不受沙箱限制',
    programsDetail: '它们能读写你的文件、联网、启动其他程序。这个版本只列出它们，还不会启动。',
    remotes: '会连接的网络服务',
    remotesDetail: '助手能把对话里的内容发给它们。这个版本只列出它们，还不会连接。',
    skills: (count) => `${count} 个技能`,
    skillsDetail: '写给助手的做法说明，助手需要时会照着做。',
    skipped: '有问题、不会使用的部分',
    nothing: '包里没有可用的技能和 MCP 服务器。',
    noCode: '包里没有代码在 SecAgent 里运行，也不需要任何权限。',
    noCodeButPrograms: '包里没有代码在 SecAgent 里运行；它列出的程序在沙箱之外运行。',
    command: '命令',
    url: '地址',
    cwd: '运行目录',
    env: '环境变量',
    headers: '请求头',
  },
  en: {
    programs: 'Programs that would run on this computer as you, outside the sandbox',
    programsDetail:
      'They can read and write your files, reach the network and start other programs. This version only lists them and does not start them yet.',
    remotes: 'Servers it would connect to',
    remotesDetail:
      'The assistant can send them what is said in a chat. This version only lists them and does not connect yet.',
    skills: (count) => (count === 1 ? '1 skill' : `${count} skills`),
    skillsDetail: 'Instructions for the assistant, which follows them when they fit.',
    skipped: 'Not used, because something is wrong',
    nothing: 'There are no usable skills and MCP servers in this package.',
    noCode: 'No code of this package runs in SecAgent, and it needs no permissions.',
    noCodeButPrograms:
      'No code of this package runs in SecAgent; the programs it lists run outside the sandbox.',
    command: 'Command',
    url: 'Address',
    cwd: 'Folder',
    env: 'Environment',
    headers: 'Headers',
  },
};
