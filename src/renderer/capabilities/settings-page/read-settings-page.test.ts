import { describe, expect, test } from 'vitest';
import { argumentsOf, isWholePage, pageBounds, readSettingsPage } from './read-settings-page';

const nothing = { message: null, fields: [], actions: [], rest: undefined };

describe('what a settings handler answers is read as far as it can be drawn', () => {
  test('a whole page', () => {
    const view = readSettingsPage({
      message: '已连接',
      state: 'ok',
      fields: [
        { name: 'port', label: '端口', type: 'number', value: 8080, description: '一行', placeholder: '80' },
        { name: 'on', label: '打开', type: 'boolean', value: true },
        {
          name: 'mode',
          label: '方式',
          type: 'select',
          value: 'b',
          options: [
            { value: 'a', label: 'A' },
            { value: 'b', label: 'B' },
          ],
        },
        { name: 'key', label: '密钥', type: 'secret', value: 'x' },
        { name: 'name', label: '名字' },
      ],
      actions: [
        { id: 'save', label: '保存', primary: true },
        { id: 'drop', label: '删除', primary: true, danger: true },
        { id: 'test', label: '测试' },
      ],
    });
    expect(view.message).toEqual({ text: '已连接', tone: 'ok' });
    expect(view.fields.map(({ name, type, value }) => [name, type, value])).toEqual([
      ['port', 'number', '8080'],
      ['on', 'boolean', true],
      ['mode', 'select', 'b'],
      ['key', 'secret', 'x'],
      ['name', 'text', ''],
    ]);
    expect(view.actions.map(({ look }) => look)).toEqual(['primary', 'danger', 'secondary']);
    expect(view.rest).toBeUndefined();
    expect(isWholePage(view)).toBe(true);
  });

  test.each([[null], [undefined], [{}]])('nothing: %j', (answer) => {
    expect(readSettingsPage(answer)).toEqual(nothing);
  });

  test.each([['text'], [7], [false], [[1, 2]]])('no object is plain data: %j', (answer) => {
    expect(readSettingsPage(answer)).toEqual({ ...nothing, rest: answer });
  });

  test('what other hosts’ plugins send under the same keys is data, not an error', () => {
    const answer = { state: 'connected', message: { text: 'x' }, fields: 'none', actions: { a: 1 }, port: 1 };
    expect(readSettingsPage(answer)).toEqual({ ...nothing, rest: answer });
    expect(readSettingsPage({ message: 'hi', state: 3 })).toEqual({
      ...nothing,
      message: { text: 'hi', tone: null },
      rest: { state: 3 },
    });
  });

  test('fields and actions of the wrong form are left out, the others stay', () => {
    const bad = [null, 1, 'x', [], {}, { name: 1 }, { name: '' }, { name: 'x'.repeat(65) }, [[{}]]];
    const view = readSettingsPage({
      fields: [...bad, { name: 'ok', label: 5, type: 'colour', value: { deep: { deeper: [] } } }],
      actions: [...bad, { id: 'ok', label: '  ' }],
    });
    expect(view.fields).toMatchObject([{ name: 'ok', label: 'ok', type: 'text', value: '' }]);
    expect(view.actions).toEqual([{ id: 'ok', label: 'ok', look: 'secondary' }]);
  });

  test('names the engine would refuse, and names that are there already, are left out', () => {
    const names = ['__proto__', 'constructor', 'prototype', 'a', 'a', 'toString'];
    const view = readSettingsPage({
      fields: names.map((name) => ({ name })),
      actions: names.map((id) => ({ id })),
    });
    expect(view.fields.map(({ name }) => name)).toEqual(['a', 'toString']);
    expect(view.actions.map(({ id }) => id)).toEqual(['a', 'toString']);
    expect(argumentsOf(view.fields, {})).toEqual({ a: '', toString: '' });
  });

  test('there is an end to how many and how long', () => {
    const many = <T>(make: (at: number) => T) => Array.from({ length: 1000 }, (_, at) => make(at));
    const huge = 'x'.repeat(1_000_000);
    const view = readSettingsPage({
      message: huge,
      fields: many((at) => ({
        name: `f${at}`,
        label: huge,
        description: huge,
        placeholder: huge,
        value: 'x0',
        type: 'select',
        options: many((option) => ({ value: `x${option}`, label: huge })),
      })),
      actions: many((at) => ({ id: `a${at}`, label: huge })),
    });
    expect(view.fields).toHaveLength(pageBounds.fields);
    expect(view.actions).toHaveLength(pageBounds.actions);
    expect(view.fields[0]?.options).toHaveLength(pageBounds.options);
    const { label, description, placeholder } = view.fields[0] ?? {};
    expect([label, description, placeholder].map((text) => text?.length)).toEqual([200, 1000, 200]);
    expect(view.message?.text).toHaveLength(1000);
    expect(readSettingsPage({ fields: [{ name: 'a', value: huge }] }).fields[0]?.value).toHaveLength(65_536);
  });

  test('a choice that is offered no longer is kept until another one is made', () => {
    const options = [{ value: 'a', label: 'A' }, { value: 5 }, 'b', { value: 'a', label: 'again' }];
    const [field] = readSettingsPage({
      fields: [{ name: 's', type: 'select', value: 'old', options }],
    }).fields;
    expect(field?.options).toEqual([
      { value: 'old', label: 'old' },
      { value: 'a', label: 'A' },
    ]);
    expect(readSettingsPage({ fields: [{ name: 's', type: 'select', value: 'x' }] }).fields[0]?.type).toBe(
      'text',
    );
  });
});

test('an action is asked with the values of all fields, as their types have them', () => {
  const { fields } = readSettingsPage({
    fields: [
      { name: 'n', type: 'number', value: 3 },
      { name: 'empty', type: 'number', value: 1 },
      { name: 'wrong', type: 'number', value: 'abc' },
      { name: 'b', type: 'boolean' },
      { name: 't', value: ' kept ' },
    ],
  });
  expect(argumentsOf(fields, { n: '4.5', empty: ' ', b: true })).toEqual({
    n: 4.5,
    empty: null,
    wrong: null,
    b: true,
    t: ' kept ',
  });
});
