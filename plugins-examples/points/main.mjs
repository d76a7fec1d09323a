import { Scoreboard } from './scoreboard.mjs';

export function activate(api) {
  const board = new Scoreboard(api);
  const showStatus = () => api.setStatus(`${board.size} 名学生 · ${board.size} students`, 'ok');

  const add = async (student, points) => {
    const total = await board.add(student, points);
    showStatus();
    return total;
  };

  // Listed to the model: it can look things up by itself.
  api.registerTool(
    {
      name: 'list_points',
      description: '查询学生积分（可按姓名）。Lists the points of the class, or of one student.',
      inputSchema: {
        type: 'object',
        properties: {
          student: { type: 'string', description: '学生姓名；不填则列出全班 / omit for the whole class' },
        },
        additionalProperties: false,
      },
      hidden: false,
    },
    ({ student }) => {
      const students = student ? board.ranking.filter((entry) => entry.student === student) : board.ranking;
      return { students, total: students.reduce((sum, { points }) => sum + points, 0) };
    },
  );

  // Not listed: the skill tells the model how to call it, when points are what the user talks about.
  api.registerTool(
    {
      name: 'add_points',
      description: '给学生加分；负数为扣分。Adds points to a student; a negative number takes them.',
      inputSchema: {
        type: 'object',
        properties: {
          student: { type: 'string', minLength: 1, maxLength: 40 },
          points: { type: 'integer', minimum: -1000, maximum: 1000 },
          reason: { type: 'string', maxLength: 200 },
        },
        required: ['student', 'points'],
        additionalProperties: false,
      },
    },
    async ({ student, points, reason }) => ({
      student,
      added: points,
      total: await add(student, points),
      ...(reason && { reason }),
    }),
  );

  api.registerSkill('skills/points', /积分|加分|扣分|points/i);

  api.registerPrompt('summary', () => {
    if (board.size === 0) return '';
    const best = board.ranking.slice(0, 3).map(({ student, points }) => `${student} ${points}`);
    return `班级积分 / class points: ${board.size} 名学生, 前三名 ${best.join(', ')}.`;
  });

  // Answered at once, without a model.
  api.registerRule(
    'add_zh',
    /给(?<student>[^\s，。,.]{1,40}?)(?<sign>[加扣])(?<points>\d{1,4})分/,
    async (_input, match) => {
      const { student, sign, points } = match.groups;
      const total = await add(student, sign === '加' ? Number(points) : -Number(points));
      return { kind: 'reply', message: `已给${student}${sign} ${Number(points)} 分，现在共 ${total} 分。` };
    },
  );
  const addInEnglish = async (_input, match) => {
    const { student, points } = match.groups;
    const total = await add(student, Number(points));
    return { kind: 'reply', message: `Added ${Number(points)} points to ${student}, ${total} in total.` };
  };
  api.registerRule(
    'add_en',
    /^(?:please )?add (?<points>\d{1,4}) points? to (?<student>\S.{0,39}?)[.!]?$/i,
    addInEnglish,
  );
  api.registerRule(
    'give_en',
    /^(?:please )?give (?<student>\S.{0,39}?) (?<points>\d{1,4}) points?[.!]?$/i,
    addInEnglish,
  );

  showStatus();
}
