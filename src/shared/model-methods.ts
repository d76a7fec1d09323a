import Type from 'typebox';
import type { ConnectRequest, SavedProvider } from './connect';
import { exact, method, nothing } from './method';
import { type ConnectionTest, type ModelList, providerKinds, reasoningEfforts } from './settings';

const providerId = Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,63}$' });
/** `provider:model`, or `demo` */
const modelId = Type.String({ minLength: 1, maxLength: 340 });
const modelOrNone = Type.Object({ model: Type.Union([modelId, Type.Null()]) }, exact);
const address = Type.String({ minLength: 1, maxLength: 2048 });
const origin = Type.Object({ origin: address }, exact);

/** A provider as the connect view describes it; what stands in the settings about its models is kept. */
const provider = Type.Object(
  {
    id: providerId,
    kind: Type.Enum(providerKinds),
    name: Type.String({ minLength: 1, maxLength: 80 }),
    baseUrl: address,
    models: Type.Array(Type.Object({ id: Type.String({ minLength: 1, maxLength: 256 }) }, exact), {
      maxItems: 200,
    }),
  },
  exact,
);
/** A pasted key travels from the connect view to main and the engine, and never the other way (ATTACKS 21). */
const key = Type.Optional(Type.String({ minLength: 1, maxLength: 1000 }));
const question = { provider, key };

/**
 * The contract's rows about models and keys. The chat page chooses among models that are there; addresses and keys
 * are entered in the connect view alone (DESIGN §1).
 */
export const modelMethods = {
  'models.list': method<ModelList>()('chat', 'engine', nothing),
  /** The model of new messages; only one that `models.list` offers. */
  'models.select': method<void>()('chat', 'engine', Type.Object({ model: modelId }, exact)),
  /** The model that names chats; null: their first line does. */
  'models.setTitleModel': method<void>()('chat', 'engine', modelOrNone),
  /** How much a configured model thinks; null leaves it to the service. */
  'models.setReasoning': method<void>()(
    'chat',
    'engine',
    Type.Object({ model: modelId, reasoning: Type.Union([Type.Enum(reasoningEfforts), Type.Null()]) }, exact),
  ),
  /** Tries a configured model with the key that is kept for it. */
  'models.test': method<ConnectionTest>()('chat', 'engine', Type.Object({ model: modelId }, exact)),
  /** Forgets a provider and its key. */
  'models.removeProvider': method<void>()('chat', 'engine', Type.Object({ id: providerId }, exact)),
  /** Opens the connect view, for a service, a configured provider, or to choose in. Resolves when it is closed. */
  'models.connect': method<SavedProvider | null>()(
    'chat',
    'shell',
    Type.Object({ preset: Type.Optional(providerId), providerId: Type.Optional(providerId) }, exact),
  ),

  'connect.current': method<ConnectRequest | null>()('consent', 'shell', nothing),
  'connect.test': method<ConnectionTest>()(
    'consent',
    'shell',
    Type.Object({ ...question, model: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })) }, exact),
  ),
  'connect.fetchModels': method<string[] | null>()('consent', 'shell', Type.Object(question, exact)),
  /** Keeps the provider and, when one was pasted, its key; closes the view. */
  'connect.save': method<void>()(
    'consent',
    'shell',
    Type.Object({ ...question, keep: Type.Enum(['keychain', 'session', 'unprotected']) }, exact),
  ),
  /** Opens the page of a known service where keys are made. */
  'connect.openKeyPage': method<void>()('consent', 'shell', Type.Object({ preset: providerId }, exact)),
  'connect.cancel': method<void>()('consent', 'shell', nothing),

  'models.testConnection': method<ConnectionTest>()(
    'shell',
    'engine',
    Type.Object({ ...question, model: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })) }, exact),
  ),
  'models.fetchModelIds': method<string[] | null>()('shell', 'engine', Type.Object(question, exact)),
  /** Adds or replaces a provider; its first model becomes the default when it is new. */
  'models.saveProvider': method<SavedProvider>()('shell', 'engine', Type.Object({ provider }, exact)),
  /** What the connect view starts from. */
  'models.prepareConnect': method<Pick<ConnectRequest, 'configured' | 'ollama' | 'keyedOrigins'>>()(
    'shell',
    'engine',
    nothing,
  ),

  /** The key for requests to this origin. */
  'secrets.get': method<string | null>()('engine', 'shell', origin),
  'secrets.remove': method<void>()('engine', 'shell', origin),
} as const;
