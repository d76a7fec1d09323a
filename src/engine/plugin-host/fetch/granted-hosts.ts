/**
 * Whether a manifest's `network.hosts` names the URL's host (X1). `*.example.org` means every name below it, and not itself;
 * a port in the entry must be the URL's, without one any port will do. Addresses are compared as the URL parser writes them.
 */
export function isGrantedHost(url: URL, hosts: readonly string[]): boolean {
  return hosts.some((granted) => {
    const { name, port } = parts(granted);
    if (port !== null && port !== portOf(url)) return false;
    const hostname = url.hostname.replace(/\.$/, '');
    return name.startsWith('*.') ? hostname.endsWith(name.slice(1)) : hostname === canonical(name);
  });
}

function parts(granted: string): { name: string; port: string | null } {
  const match = /^(\[.*\]|[^:]*)(?::(\d+))?$/.exec(granted.toLowerCase());
  return { name: match?.[1] ?? granted, port: match?.[2] ?? null };
}

function portOf({ port, protocol }: URL): string {
  return port || (protocol === 'https:' ? '443' : '80');
}

/** `127.1` and `[0:0:0:0:0:0:0:1]` as the URL parser has them. */
function canonical(name: string): string {
  return URL.canParse(`http://${name}/`) ? new URL(`http://${name}/`).hostname : name;
}
