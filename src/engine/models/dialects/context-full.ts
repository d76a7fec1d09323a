/**
 * How services say that a conversation has become too long. There is no common code, so sentences are matched; each
 * line names who says it.
 */
const sentences: readonly RegExp[] = [
  /context_length_exceeded|context_window_exceeded|exceed_context_size/i, // OpenAI, llama.cpp: codes
  /maximum context length|context (?:length|window|size)[^.]{0,40}(?:exceed|too long|limit)/i, // OpenAI, DeepSeek, vLLM
  /exceeds? (?:the )?(?:available )?(?:maximum )?(?:model'?s? )?context (?:length|window|size)/i, // llama.cpp, OpenAI
  /prompt is too long|input length and .?max_tokens.? exceed/i, // Anthropic
  /input token count[^.]*exceeds the maximum/i, // Gemini
  /range of input length should be|input length exceeds/i, // DashScope
  /exceeded model token limit|input token length too long/i, // Kimi
  /prompt ?超长|输入(?:内容)?(?:长度)?(?:过长|超长|超过)|上下文(?:长度)?(?:过长|超)/i, // GLM and others
  /total tokens of [^.]* exceed max message tokens/i, // 火山方舟
  /prompt_tokens[^.]*must be less than max_seq_len/i, // 硅基流动
];

/** Whether a refusal means that the conversation no longer fits. */
export function isContextFull(text: string): boolean {
  return sentences.some((sentence) => sentence.test(text));
}
