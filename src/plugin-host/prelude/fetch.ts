import { Headers } from 'whatwg-fetch';
import { apiLimits } from '../../plugin-api/limits';
import type { FetchAnswer } from '../../shared/host-contract';
import { answered, bodyContent, Request, type RequestOptions, Response } from './body';
import type { Channel } from './channel';
import { pluginError } from './errors';
import { utf8Bytes } from './intrinsics';

export type GuestFetch = (input: Request | URL | string, init?: RequestOptions) => Promise<Response>;

/** The same function as global and as `api.fetch` (S19); the engine performs the request. */
export function makeFetch(channel: Channel, requirePermission: () => void): GuestFetch {
  return async function fetch(input, init) {
    requirePermission();
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    const body = bodyContent(request);
    if (body !== undefined && bytesOf(body) > apiLimits.fetchBodyBytes) {
      throw pluginError('quota_exceeded', 'the body of the request is over 25 MiB');
    }
    const headers: [string, string][] = [];
    request.headers.forEach((value, name) => void headers.push([name, value]));
    const { url, method, redirect } = request;
    const { value, bytes } = await channel.request(
      'fetch',
      { url, method, headers, redirect },
      body,
      request.signal,
    );
    const answer = value as FetchAnswer;
    return answered(new Response(bytes ?? null, answer), answer.url, answer.redirected);
  };
}

function bytesOf(body: Uint8Array | string): number {
  return typeof body === 'string' ? utf8Bytes(body) : body.byteLength;
}

export function installFetch(define: (name: string, value: unknown) => void): void {
  define('Headers', Headers);
  define('Request', Request);
  define('Response', Response);
}
