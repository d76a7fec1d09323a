import { readFileSync } from 'node:fs';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';

/**
 * Whom to believe about a server's name (X5): the built-in authorities, those of the operating system when wanted,
 * and those of the file in NODE_EXTRA_CA_CERTS. Made once: reading the system's takes about a tenth of a second.
 */
export function trustedAuthorities(systemCertificates: boolean, env: NodeJS.ProcessEnv): SecureContext {
  const certificates = new Set(getCACertificates('bundled'));
  // A store that can't be read leaves the built-in ones: most servers still work.
  if (systemCertificates) for (const certificate of readSystem()) certificates.add(certificate);
  for (const certificate of readExtra(env.NODE_EXTRA_CA_CERTS)) certificates.add(certificate);
  return createSecureContext({ ca: [...certificates] });
}

function readSystem(): string[] {
  try {
    return getCACertificates('system');
  } catch {
    return [];
  }
}

/** Read here as well: Node itself does so only for the environment it was started with. */
function readExtra(file: string | undefined): string[] {
  if (!file) return [];
  try {
    return (
      readFileSync(file, 'utf8').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
    );
  } catch {
    return [];
  }
}
