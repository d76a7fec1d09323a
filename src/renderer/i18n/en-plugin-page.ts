import type { Translated } from './translated';
import type { zhPluginPage } from './zh-plugin-page';

/** Texts of a plugin's own settings, its limits and its log; a part of `en.ts`. */
export const enPluginPage: Translated<typeof zhPluginPage> = {
  settingsPage: {
    tab: 'Settings',
    pages: 'Settings pages',
    refresh: 'Refresh',
    failed: 'The plugin reports a problem',
    reveal: 'Show what is typed',
    conceal: 'Hide what is typed',
    choose: '(nothing chosen)',
    yes: 'Yes',
    no: 'No',
    none: '—',
    more: '{{count}} more not shown',
    data: 'Data',
    empty: 'The plugin shows nothing here.',
    status: 'Status',
    message: 'Message of the plugin',
    noMessage: 'None',
    offline:
      'The plugin is not running, so there are no settings here. They appear once it is on and running.',
    starting: 'The plugin is starting; its settings appear in a moment.',
    unhandled: 'The plugin is running, but offers no settings on this page.',
  },
  limits: {
    title: 'Limits',
    note: 'Calls that go past a limit are ended. Saving restarts the plugin.',
    memoryMb: 'Memory',
    loadSeconds: 'Time to start',
    toolSeconds: 'Time of a tool call',
    mb: 'MB',
    seconds: 's',
    range: 'Default {{standard}} {{unit}}; from {{min}} to {{max}}',
    rangeOrNone: 'Default {{standard}} {{unit}}; up to {{max}}, 0: none',
    invalid: 'Enter a whole number from {{min}} to {{max}}',
    save: 'Save',
    reset: 'Reset to defaults',
    saved: 'Saved',
  },
  pluginLog: {
    level: 'Which lines',
    levels: { debug: 'All', info: 'Info and above', warn: 'Warnings and errors', error: 'Errors only' },
    search: 'Search the log',
    count: '{{shown}} of {{all}} lines',
    copy: 'Copy shown lines',
    noMatch: 'No line of the log matches.',
    clear: 'Show all',
  },
};
