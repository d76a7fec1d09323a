// Turns what a failed program printed into one sentence for a person.
const CAUSES = [
  // First: apt says "permission denied" along with it at times.
  [
    /Could not get lock|dpkg was interrupted|is another process using it/i,
    'another package installation is running; wait for it and run this again.',
  ],
  [/ENOSPC|No space left on device/i, 'the disk is full; free some space and run this again.'],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|network request|Temporary failure resolving|Could not resolve/i,
    'the package server cannot be reached; check the network connection (and the proxy settings) and run this again.',
  ],
  [
    /EACCES|EPERM|EROFS|permission denied/i,
    'there is no permission to write there; check who owns the folder and run this again.',
  ],
  [/EBADENGINE|notsup/i, 'the installed Node or npm is too old; update them and run this again.'],
  [/EINTEGRITY/i, 'a package arrived damaged; run "npm cache clean --force" and run this again.'],
  [/EUSAGE|in sync/i, 'package.json and package-lock.json do not match; get a complete copy of the project.'],
];

/** The cause in a few words; where it is not a known one, the last line that was printed. */
export function explain(output) {
  const known = CAUSES.find(([pattern]) => pattern.test(output));
  if (known) return known[1];
  const lines = output.split('\n').map((line) => line.trim());
  return lines.findLast((line) => line && !/complete log|debug-0\.log/.test(line)) ?? 'no reason was given.';
}
