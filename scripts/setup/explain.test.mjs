import { describe, expect, it } from 'vitest';
import { explain } from './explain.mjs';

describe('explain', () => {
  it('names the cause behind what a program printed', () => {
    expect(explain('npm error code ENOSPC\nnpm error nospc no space left')).toMatch('the disk is full');
    expect(explain('npm error code ECONNREFUSED')).toMatch('cannot be reached');
    expect(explain('E: Could not get lock /var/lib/dpkg/lock (13: Permission denied)')).toMatch(
      'another package installation',
    );
    expect(explain("npm error EACCES: permission denied, mkdir '/x'")).toMatch('no permission');
  });

  it('repeats the last line when the cause is unknown', () => {
    expect(explain('first\nsomething odd\n\n')).toBe('something odd');
    expect(explain('')).toBe('no reason was given.');
  });
});
