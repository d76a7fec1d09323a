import type { Permission } from '../permissions';
import type { Language } from '../settings';

interface PermissionText {
  /** what the plugin may do, completing “it can …” */
  title: string;
  /** what that means for the person who agrees */
  detail: string;
}

/** Every permission in plain words (M2), the same in the consent view and on the plugin's page. */
export const permissionTexts: Readonly<Record<Language, Readonly<Record<Permission, PermissionText>>>> = {
  zh: {
    'agent.tools': {
      title: '给助手提供工具',
      detail: '助手回答时可以调用它的功能，每次调用都会显示在对话里。',
    },
    'agent.skills': { title: '教助手新的做法', detail: '你的消息符合条件时，它的说明文字会加入对话。' },
    'agent.prompts': { title: '给助手附加提示', detail: '每次提问时，它写的一段话会附在系统提示的末尾。' },
    'agent.rules': {
      title: '先看你的消息并抢先回答',
      detail: '它能读到你当前这句话，可以不经过模型直接回答或补充背景。',
    },
    'network.http': {
      title: '访问任何网站和本机上的程序',
      detail: '它能把收到的内容发送到互联网，也能连接这台电脑上正在运行的服务。',
    },
    'agent.preview': { title: '打开预览窗口', detail: '它可以在单独的、不能联网的窗口里显示图片。' },
    'agent.settings': {
      title: '显示自己的设置页面',
      detail: '它在“能力”里的页面上会多出“设置”，供你填写它需要的内容。',
    },
    'agent.hooks.observe': {
      title: '旁观对话过程',
      detail: '它能看到你的消息、助手的回答和工具调用，但不能改动。',
    },
    'agent.hooks.control': {
      title: '修改或拦截对话过程',
      detail: '它能看到并改动消息、回答和工具调用，也能阻止它们。只给完全信任的插件。',
    },
    'agent.commands': { title: '添加斜杠命令', detail: '你输入 / 时会看到它提供的命令。' },
    'session.inject': { title: '向对话里加入内容', detail: '它可以主动在对话里放入消息，供助手阅读。' },
    'session.post': { title: '在对话里发消息', detail: '它可以主动在对话里发出你看得到的消息。' },
    'llm.complete': { title: '自己使用模型', detail: '它可以向你连接的模型提问，会消耗你的用量。' },
    'llm.override': {
      title: '更换回答所用的模型设置',
      detail: '它可以改变模型的选择和参数，可能影响费用和回答质量。',
    },
    'mcp.call': {
      title: '调用已连接的 MCP 服务',
      detail: '它可以使用你接入的外部工具，它们可能读写沙箱以外的数据。',
    },
  },
  en: {
    'agent.tools': {
      title: 'Give the assistant tools',
      detail: 'The assistant may call its functions while answering; every call is shown in the chat.',
    },
    'agent.skills': {
      title: 'Teach the assistant new ways of working',
      detail: 'When your message fits, its instructions are added to the conversation.',
    },
    'agent.prompts': {
      title: 'Add notes for the assistant',
      detail: 'A text it wrote is put at the end of the system prompt each time you ask.',
    },
    'agent.rules': {
      title: 'Read your message first and answer it itself',
      detail: 'It sees the sentence you just sent and may reply without the model, or add context.',
    },
    'network.http': {
      title: 'Reach any website and programs on this computer',
      detail:
        'It can send what it receives to the internet and connect to services running on this computer.',
    },
    'agent.preview': {
      title: 'Open a preview window',
      detail: 'It may show pictures in a separate window that has no network.',
    },
    'agent.settings': {
      title: 'Show a settings page of its own',
      detail: 'Its page under Capabilities gets a Settings tab where you fill in what it needs.',
    },
    'agent.hooks.observe': {
      title: 'Watch the conversation',
      detail: 'It sees your messages, the answers and tool calls, but cannot change them.',
    },
    'agent.hooks.control': {
      title: 'Change or block the conversation',
      detail:
        'It sees and can alter messages, answers and tool calls, or stop them. Only for plugins you trust fully.',
    },
    'agent.commands': { title: 'Add slash commands', detail: 'You see its commands when you type /.' },
    'session.inject': {
      title: 'Put content into the conversation',
      detail: 'It may add messages for the assistant to read, without being asked.',
    },
    'session.post': {
      title: 'Post messages in the chat',
      detail: 'It may post messages that you see, without being asked.',
    },
    'llm.complete': {
      title: 'Use the model on its own',
      detail: 'It may ask the model you connected; this uses up your quota.',
    },
    'llm.override': {
      title: 'Change which model answers, and how',
      detail: 'It may alter the choice of model and its parameters, which can affect cost and quality.',
    },
    'mcp.call': {
      title: 'Call connected MCP servers',
      detail:
        'It may use the external tools you connected; they can read and write data outside the sandbox.',
    },
  },
};

/** Permissions that can carry data out or steer the conversation: shown with a warning colour. */
export const weightyPermissions: ReadonlySet<Permission> = new Set<Permission>([
  'network.http',
  'agent.hooks.control',
  'llm.complete',
  'llm.override',
  'mcp.call',
]);
