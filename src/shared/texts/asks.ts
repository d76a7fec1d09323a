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
  /** it, or one of its names, was not agreed to before */
  isNew: boolean;
  /** those of its names that were not, where it was agreed to for others */
  newNames: string[];
}

/** What a package asks for, or what somebody agreed to. */
export interface Asked {
  permissions: readonly Permission[];
  network: NetworkReach;
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
 *
 * @param agreed to before, for an update; null: there is nothing to compare with
 */
export function asksOf(
  language: Language,
  { permissions, network }: Asked,
  agreed: Asked | null = null,
): Ask[] {
  const asks = inOrder
    .filter((name) => permissions.includes(name))
    .map((name) => ({ ...ask(language, name, network), ...newInPermission(name, network, agreed) }));
  if (network.env.length > 0) {
    const newNames = agreed ? network.env.filter((name) => !agreed.network.env.includes(name)) : [];
    const names = { names: network.env, isNew: newNames.length > 0, newNames };
    asks.push({ permission: null, ...texts[language].env, ...names, weighty: true });
  }
  return asks.toSorted((a, b) => Number(b.weighty) - Number(a.weighty));
}

function newInPermission(
  permission: Permission,
  { hosts }: NetworkReach,
  agreed: Asked | null,
): Pick<Ask, 'isNew' | 'newNames'> {
  if (!agreed) return { isNew: false, newNames: [] };
  if (!agreed.permissions.includes(permission)) return { isNew: true, newNames: [] };
  const before = agreed.network.hosts;
  if (permission !== 'network.http' || before === null) return { isNew: false, newNames: [] };
  const newNames = hosts?.filter((name) => !before.includes(name)) ?? [];
  return { isNew: hosts === null || newNames.length > 0, newNames };
}

function ask(
  language: Language,
  permission: Permission,
  { hosts }: NetworkReach,
): Omit<Ask, 'isNew' | 'newNames'> {
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
