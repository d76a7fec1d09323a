import Type, { type Static } from 'typebox';
import { environmentPattern, settingsPagePattern } from './limits';

/** A name with at most one leading `*.`, an IPv4 address or a bracketed IPv6 one, and perhaps a port. */
const hostPattern =
  '^(?:(?:\\*\\.)?(?:[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?\\.)*[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?|\\[[0-9a-fA-F:]+\\])(?::[0-9]{1,5})?$';

/**
 * `secagent-plugin.json` (S2). Published for editors as a JSON Schema. Permission names are checked by the
 * reader, so that the error can name the unknown one.
 */
export const nativeManifestSchema = Type.Object({
  apiVersion: Type.Literal(1),
  id: Type.String({
    pattern: '^[a-z][a-z0-9-]*$',
    maxLength: 64,
    description: 'Unique name of the plugin; also the prefix of its tools.',
  }),
  name: Type.String({ minLength: 1, maxLength: 100, description: 'Shown to people, in any language.' }),
  version: Type.String({ pattern: '^[A-Za-z0-9.+-]+$', maxLength: 64 }),
  main: Type.String({
    pattern: '\\.mjs$',
    maxLength: 512,
    description: 'The ES module that exports activate(api); a path inside the package.',
  }),
  permissions: Type.Array(Type.String(), {
    description: 'What the plugin needs; the user agrees to each before it runs.',
  }),
  icon: Type.Optional(
    Type.String({
      pattern: '\\.(svg|png|jpe?g)$',
      maxLength: 512,
      description: 'svg, png or jpg inside the package, at most 512 KiB.',
    }),
  ),
  description: Type.Optional(Type.String({ maxLength: 1000 })),
  author: Type.Optional(Type.String({ maxLength: 200 })),
  repository: Type.Optional(Type.String({ maxLength: 1000 })),
  readme: Type.Optional(Type.String({ maxLength: 512 })),
  settingsPages: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.String({ pattern: settingsPagePattern.source, maxLength: 64 }),
        title: Type.String({ minLength: 1, maxLength: 100 }),
        description: Type.Optional(Type.String({ maxLength: 500 })),
      }),
      { maxItems: 20, description: 'Pages its registerSettingsHandler answers for (agent.settings).' },
    ),
  ),
  network: Type.Optional(
    Type.Object(
      {
        hosts: Type.Optional(
          Type.Array(Type.String({ pattern: hostPattern, maxLength: 260 }), {
            minItems: 1,
            maxItems: 50,
            description:
              'The only hosts network.http reaches: example.org, *.example.org, 127.0.0.1, each with a port if wanted. Without it: any site, and programs on this computer.',
          }),
        ),
        env: Type.Optional(
          Type.Array(Type.String({ pattern: environmentPattern.source, maxLength: 128 }), {
            maxItems: 20,
            description: 'Environment variables it reads in process.env, beside addresses (*_URL).',
          }),
        ),
      },
      { description: 'Narrows what the plugin reaches; shown before it is switched on.' },
    ),
  ),
});

export type NativeManifest = Static<typeof nativeManifestSchema>;
