import type { Translated } from './translated';
import type { zhWelcome } from './zh-welcome';

/** Texts of the first two minutes and of an empty chat; a part of `en.ts`. */
export const enWelcome: Translated<typeof zhWelcome> = {
  welcome: {
    title: 'What would you like to do today?',
    lead: 'Just ask. What it can do comes from the plugins you agreed to.',
    askTitle: 'Try this',
    installTitle: 'Install a plugin',
    installText: 'Choose a zip file. You see which permissions it wants before anything happens',
    exploreTitle: 'See what it can do',
    exploreText: 'Installed plugins, their tools and permissions',
    drop: 'Or drop a plugin zip anywhere on this window',
  },
  onboarding: {
    label: 'Welcome',
    title: 'Welcome to SecAgent',
    lead: 'A chat agent whose abilities come from plugins, and a plugin can do only what you agreed to.',
    skip: 'Skip',
    next: 'Continue',
    back: 'Back',
    step: 'Step {{step}} of 3',
    languageTitle: 'Choose a language',
    modelTitle: 'Which model should answer?',
    modelLead: 'Use a service you have an account with and paste its key, or begin with the demo model.',
    demo: 'Start with the demo',
    demoText: 'Offline, free, no account. It uses plugins but does not really think.',
    tryTitle: 'Try it',
    tryLead: 'Choose a sentence and see what happens. Every step is shown, and you can stop it at any time.',
    bundledTitle: 'Install an example plugin first',
    bundledText: 'You see which permissions it wants, and decide.',
    bundledInstalled: 'Installed, not switched on yet',
    bundledEnable: 'Review and turn on…',
    bundledInstall: 'Review permissions and install…',
    start: 'Start using SecAgent',
    connectLater: 'The demo model answers for now; connect a real one any time under Settings → Models.',
  },
  tries: {
    capabilities: 'What can you do?',
    explain: 'Explain photosynthesis to fifth graders in three sentences',
    quiz: 'Write three word problems with two-digit multiplication, with answers',
    letter: 'Write a friendly invitation to a parents’ evening, under 100 words',
  },
};
