/**
 * Environment variables in which SecAgent itself looks for keys, tokens and proxy passwords (CLI.md, M5): no plugin gets
 * them, whatever its manifest lists (ATTACKS 21).
 */
const OWN_SECRETS =
  /^(?:(?:OPENAI|ANTHROPIC|GEMINI|GOOGLE|DEEPSEEK|OLLAMA|SECAGENT)_.*(?:KEY|TOKEN|SECRET|PASSWORD).*|GITHUB_TOKEN|GH_TOKEN|SECAGENT_.*|(?:HTTPS?|ALL|FTP)_PROXY|NODE_OPTIONS|LD_PRELOAD|SSH_AUTH_SOCK)$/;

export function isOwnSecret(name: string): boolean {
  return OWN_SECRETS.test(name);
}
