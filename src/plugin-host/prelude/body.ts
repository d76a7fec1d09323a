import { Headers } from 'whatwg-fetch';

export type BodyInput = string | ArrayBuffer | ArrayBufferView | URLSearchParams | null | undefined;
type BodyValue = string | ArrayBuffer | null;

const value = new WeakMap<Body, BodyValue>();

/** What Request and Response share. Bodies are whole: there are no streams here. */
class Body {
  bodyUsed = false;

  async arrayBuffer(): Promise<ArrayBuffer> {
    const body = take(this);
    if (typeof body === 'string') return new TextEncoder().encode(body).buffer as ArrayBuffer;
    return body ?? new ArrayBuffer(0);
  }
  async bytes(): Promise<Uint8Array> {
    return new Uint8Array(await this.arrayBuffer());
  }
  async text(): Promise<string> {
    const body = take(this);
    return typeof body === 'string' ? body : body ? new TextDecoder().decode(body) : '';
  }
  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }
}

export interface RequestOptions {
  method?: string;
  headers?: HeadersInit;
  body?: BodyInput;
  signal?: AbortSignal | null;
  redirect?: RequestRedirect;
}

export class Request extends Body {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly signal: AbortSignal;
  readonly redirect: RequestRedirect;

  constructor(input: Request | URL | string, init: RequestOptions = {}) {
    super();
    const from = input instanceof Request ? input : null;
    this.url = absolute(from ? from.url : String(input));
    this.method = normalizeMethod(init.method ?? from?.method ?? 'GET');
    this.headers = new Headers(pairs(init.headers ?? from?.headers));
    this.signal = init.signal ?? from?.signal ?? new AbortController().signal;
    this.redirect = init.redirect ?? from?.redirect ?? 'follow';
    const inherited = from && init.body === undefined ? take(from) : null;
    setBody(this, init.body, inherited);
    if (value.get(this) !== null && (this.method === 'GET' || this.method === 'HEAD')) {
      throw new TypeError('Request with GET/HEAD method cannot have body.');
    }
  }

  clone(): Request {
    const { method, headers, signal, redirect } = this;
    return new Request(this.url, { method, headers, signal, redirect, body: peek(this) });
  }
}

export interface ResponseOptions {
  status?: number;
  statusText?: string;
  headers?: HeadersInit;
}

export class Response extends Body {
  readonly type = 'default';
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
  readonly url: string = '';
  readonly redirected: boolean = false;

  constructor(body?: BodyInput, init: ResponseOptions = {}) {
    super();
    this.status = init.status ?? 200;
    if (!(this.status >= 200 && this.status <= 599))
      throw new RangeError('The status must be between 200 and 599.');
    this.statusText = String(init.statusText ?? '');
    this.headers = new Headers(pairs(init.headers));
    setBody(this, body, null);
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  clone(): Response {
    const { status, statusText, headers } = this;
    return answered(new Response(peek(this), { status, statusText, headers }), this.url, this.redirected);
  }

  static json(data: unknown, init: ResponseOptions = {}): Response {
    const headers = new Headers(pairs(init.headers));
    if (!headers.has('content-type')) headers.set('content-type', 'application/json');
    return new Response(JSON.stringify(data), { ...init, headers });
  }
}

/** Marks a response as the answer from an address. */
export function answered(response: Response, url: string, redirected: boolean): Response {
  Object.assign(response, { url, redirected });
  return response;
}

/** What is sent, without using it up: text stays text, which the process makes into UTF-8 faster than this isolate. */
export function bodyContent(body: Body): Uint8Array | string | undefined {
  const own = value.get(body) ?? null;
  return typeof own === 'string' ? own : own ? new Uint8Array(own) : undefined;
}

function setBody(target: Request | Response, input: BodyInput, inherited: BodyValue): void {
  value.set(target, input === undefined || input === null ? inherited : toValue(input));
  if (input === undefined || input === null || target.headers.has('content-type')) return;
  if (input instanceof URLSearchParams)
    target.headers.set('content-type', 'application/x-www-form-urlencoded;charset=UTF-8');
  else if (typeof input === 'string') target.headers.set('content-type', 'text/plain;charset=UTF-8');
}

function toValue(input: Exclude<BodyInput, null | undefined>): BodyValue {
  if (input instanceof ArrayBuffer) return input.slice(0);
  if (ArrayBuffer.isView(input)) {
    return input.buffer.slice(input.byteOffset, input.byteOffset + input.byteLength) as ArrayBuffer;
  }
  return String(input);
}

function take(body: Body): BodyValue {
  const own = peek(body);
  if (own !== null) body.bodyUsed = true;
  return own;
}

function peek(body: Body): BodyValue {
  if (body.bodyUsed) throw new TypeError('Body is unusable: Body has already been read');
  return value.get(body) ?? null;
}

/** whatwg-fetch's Headers take an object, another Headers or an array; the standard also allows any iterable. */
function pairs(headers: HeadersInit | undefined): HeadersInit | undefined {
  if (!headers || headers instanceof Headers || Array.isArray(headers)) return headers;
  return Symbol.iterator in headers ? [...(headers as Iterable<[string, string]>)] : headers;
}

const STANDARD = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];
function normalizeMethod(method: string): string {
  const upper = String(method).toUpperCase();
  return STANDARD.includes(upper) ? upper : String(method);
}

function absolute(url: string): string {
  try {
    return new URL(url).href;
  } catch {
    throw new TypeError(`Failed to parse URL from ${url.slice(0, 200)}`);
  }
}
