import type { ProviderKind } from './settings';

/** A service people can connect by choosing it and pasting a key. Facts change: everything can be edited. */
export interface ModelPreset {
  id: string;
  zh: string;
  en: string;
  kind: ProviderKind;
  baseUrl: string;
  /** to start with; the service's own list is asked for where it offers one */
  models: readonly string[];
  /** where a key is made; null where none is needed */
  keyUrl: string | null;
}

export const modelPresets: readonly ModelPreset[] = [
  {
    id: 'deepseek',
    zh: 'DeepSeek 深度求索',
    en: 'DeepSeek',
    kind: 'deepseek',
    baseUrl: 'https://api.deepseek.com',
    models: ['deepseek-chat', 'deepseek-reasoner'],
    keyUrl: 'https://platform.deepseek.com/api_keys',
  },
  {
    id: 'dashscope',
    zh: '通义千问（阿里云百炼）',
    en: 'Qwen (Alibaba DashScope)',
    kind: 'openai-compatible',
    baseUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
    models: ['qwen-plus', 'qwen-max', 'qwen-turbo', 'qwen-vl-plus'],
    keyUrl: 'https://bailian.console.aliyun.com/?tab=model#/api-key',
  },
  {
    id: 'zhipu',
    zh: '智谱 GLM',
    en: 'Zhipu GLM',
    kind: 'openai-compatible',
    baseUrl: 'https://open.bigmodel.cn/api/paas/v4',
    models: ['glm-4.6', 'glm-4.5', 'glm-4.5-air', 'glm-4.5-flash'],
    keyUrl: 'https://open.bigmodel.cn/usercenter/apikeys',
  },
  {
    id: 'moonshot',
    zh: 'Kimi（月之暗面）',
    en: 'Kimi (Moonshot AI)',
    kind: 'openai-compatible',
    baseUrl: 'https://api.moonshot.cn/v1',
    models: ['kimi-k2-turbo-preview', 'kimi-k2-thinking', 'moonshot-v1-128k'],
    keyUrl: 'https://platform.moonshot.cn/console/api-keys',
  },
  {
    id: 'volcengine',
    zh: '豆包（火山方舟）',
    en: 'Doubao (Volcengine Ark)',
    kind: 'openai-compatible',
    baseUrl: 'https://ark.cn-beijing.volces.com/api/v3',
    models: ['doubao-seed-1-6-251015', 'doubao-seed-1-6-flash-250828'],
    keyUrl: 'https://console.volcengine.com/ark/region:ark+cn-beijing/apiKey',
  },
  {
    id: 'siliconflow',
    zh: '硅基流动',
    en: 'SiliconFlow',
    kind: 'openai-compatible',
    baseUrl: 'https://api.siliconflow.cn/v1',
    models: ['deepseek-ai/DeepSeek-V3.2', 'Qwen/Qwen3-32B', 'zai-org/GLM-4.6'],
    keyUrl: 'https://cloud.siliconflow.cn/account/ak',
  },
  {
    id: 'openai',
    zh: 'OpenAI',
    en: 'OpenAI',
    kind: 'openai',
    baseUrl: 'https://api.openai.com/v1',
    models: ['gpt-5.1', 'gpt-5-mini', 'gpt-4.1'],
    keyUrl: 'https://platform.openai.com/api-keys',
  },
  {
    id: 'anthropic',
    zh: 'Anthropic Claude',
    en: 'Anthropic Claude',
    kind: 'anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    models: ['claude-sonnet-4-5', 'claude-haiku-4-5', 'claude-opus-4-5'],
    keyUrl: 'https://console.anthropic.com/settings/keys',
  },
  {
    id: 'google',
    zh: 'Google Gemini',
    en: 'Google Gemini',
    kind: 'google',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    models: ['gemini-2.5-flash', 'gemini-2.5-pro'],
    keyUrl: 'https://aistudio.google.com/apikey',
  },
  {
    id: 'ollama',
    zh: 'Ollama（本机）',
    en: 'Ollama (this computer)',
    kind: 'ollama',
    baseUrl: 'http://127.0.0.1:11434/v1',
    models: [],
    keyUrl: null,
  },
];
