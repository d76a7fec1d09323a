import { permissions as inOrder, type Permission } from '../permissions';
import type { NetworkReach } from '../plugins';
import type { Language } from '../settings';
import { permissionTexts, weightyPermissions } from './permissions';

/** One thing a plugin asks for, in plain words (M2). */
export interface Ask {
  /** null: no permission grants it, the manifest names what it is about */
  permission: Permission | null;
  title: string;
  detail: string;
  /** hosts or environment variables it is about; none when it is about no particular ones */
  names: string[];
  /** can carry data out or steer the conversation */
  weighty: boolean;
}

const texts = {
  zh: {
    hosts: {
      title: '只访问下面这些地址',
      detail: '它能把收到的内容发送到这些地址，访问其他地址会被拦下。',
      below: '“*.” 代表它下面的所有域名。',
      here: '127.0.0.1 这类地址是这台电脑上正在运行的程序。',
    },
    env: {
      title: '读取这台电脑的环境变量',
      detail: '环境变量是预先设置在这台电脑上的值，有时是其他服务的密钥。它能看到这些变量的内容：',
    },
  },
  en: {
    hosts: {
      title: 'Reach only these addresses',
      detail: 'It can send what it receives to them; any other address is refused.',
      below: '“*.” stands for every name below.',
      here: 'Addresses like 127.0.0.1 are programs running on this computer.',
    },
    env: {
      title: 'Read from this computer’s environment',
      detail:
        'Environment variables are values set on this computer beforehand, sometimes keys of other services. It sees what these hold:',
    },
  },
} as const;

/**
 * Everything a plugin asks for, the same wherever it is shown; weighty things first, so that none of them is below the fold.
 * The network is told as the manifest narrowed it (X1), the environment as it names it (S20).
 */
export function asksOf(
  language: Language,
  { permissions, network }: { permissions: readonly Permission[]; network: NetworkReach },
): Ask[] {
  const asks = inOrder
    .filter((name) => permissions.includes(name))
    .map((name) => ask(language, name, network));
  if (network.env.length > 0)
    asks.push({ permission: null, ...texts[language].env, names: network.env, weighty: true });
  return asks.toSorted((a, b) => Number(b.weighty) - Number(a.weighty));
}

function ask(language: Language, permission: Permission, { hosts }: NetworkReach): Ask {
  const weighty = weightyPermissions.has(permission);
  if (permission !== 'network.http' || hosts === null)
    return { permission, ...permissionTexts[language][permission], names: [], weighty };
  const { title, detail, below, here } = texts[language].hosts;
  const names = [...new Set(hosts)];
  const sentences = [
    detail,
    names.some((name) => name.startsWith('*.')) && below,
    names.some(isThisComputer) && here,
  ].filter((sentence) => sentence !== false);
  return { permission, title, detail: sentences.join(language === 'zh' ? '' : ' '), names, weighty };
}

function isThisComputer(host: string): boolean {
  return /^(?:127\.|\[(?:0*:)*0*1\])/.test(host);
}
