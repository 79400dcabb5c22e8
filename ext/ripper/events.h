/*
 * events.h - the names of Ripper's events, and how many arguments each has.
 *
 * The order is that of Ripper::PARSER_EVENTS and Ripper::SCANNER_EVENTS.
 */
#ifndef FACET_EXT_RIPPER_EVENTS_H
#define FACET_EXT_RIPPER_EVENTS_H

/* clang-format off */
#define RIPPER_PARSER_EVENTS(X) \
    X(BEGIN, 1) X(END, 1) X(alias, 2) X(alias_error, 2) X(aref, 2) X(aref_field, 2) X(arg_ambiguous, 1) X(arg_paren, 1) \
    X(args_add, 2) X(args_add_block, 2) X(args_add_star, 2) X(args_forward, 0) X(args_new, 0) X(array, 1) X(aryptn, 4) \
    X(assign, 2) X(assign_error, 2) X(assoc_new, 2) X(assoc_splat, 1) X(assoclist_from_args, 1) X(bare_assoc_hash, 1) \
    X(begin, 1) X(binary, 3) X(block_var, 2) X(blockarg, 1) X(bodystmt, 4) X(brace_block, 2) X(break, 1) X(call, 3) \
    X(case, 2) X(class, 3) X(class_name_error, 2) X(command, 2) X(command_call, 4) X(const_path_field, 2) \
    X(const_path_ref, 2) X(const_ref, 1) X(def, 3) X(defined, 1) X(defs, 5) X(do_block, 2) X(dot2, 2) X(dot3, 2) \
    X(dyna_symbol, 1) X(else, 1) X(elsif, 3) X(ensure, 1) X(excessed_comma, 0) X(fcall, 1) X(field, 3) X(fndptn, 4) \
    X(for, 3) X(hash, 1) X(heredoc_dedent, 2) X(hshptn, 3) X(if, 3) X(if_mod, 2) X(ifop, 3) X(in, 3) X(kwrest_param, 1) \
    X(lambda, 2) X(magic_comment, 2) X(massign, 2) X(method_add_arg, 2) X(method_add_block, 2) X(mlhs_add, 2) \
    X(mlhs_add_post, 2) X(mlhs_add_star, 2) X(mlhs_new, 0) X(mlhs_paren, 1) X(module, 2) X(mrhs_add, 2) \
    X(mrhs_add_star, 2) X(mrhs_new, 0) X(mrhs_new_from_args, 1) X(next, 1) X(nokw_param, 1) X(opassign, 3) \
    X(operator_ambiguous, 2) X(param_error, 2) X(params, 7) X(paren, 1) X(parse_error, 1) X(program, 1) X(qsymbols_add, 2) \
    X(qsymbols_new, 0) X(qwords_add, 2) X(qwords_new, 0) X(redo, 0) X(regexp_add, 2) X(regexp_literal, 2) X(regexp_new, 0) \
    X(rescue, 4) X(rescue_mod, 2) X(rest_param, 1) X(retry, 0) X(return, 1) X(return0, 0) X(sclass, 2) X(stmts_add, 2) \
    X(stmts_new, 0) X(string_add, 2) X(string_concat, 2) X(string_content, 0) X(string_dvar, 1) X(string_embexpr, 1) \
    X(string_literal, 1) X(super, 1) X(symbol, 1) X(symbol_literal, 1) X(symbols_add, 2) X(symbols_new, 0) \
    X(top_const_field, 1) X(top_const_ref, 1) X(unary, 2) X(undef, 1) X(unless, 3) X(unless_mod, 2) X(until, 2) \
    X(until_mod, 2) X(var_alias, 2) X(var_field, 1) X(var_ref, 1) X(vcall, 1) X(void_stmt, 0) X(when, 3) X(while, 2) \
    X(while_mod, 2) X(word_add, 2) X(word_new, 0) X(words_add, 2) X(words_new, 0) X(xstring_add, 2) X(xstring_literal, 1) \
    X(xstring_new, 0) X(yield, 1) X(yield0, 0) X(zsuper, 0)

#define RIPPER_SCANNER_EVENTS(X) \
    X(CHAR) X(__end__) X(backref) X(backtick) X(comma) X(comment) X(const) X(cvar) X(embdoc) X(embdoc_beg) X(embdoc_end) \
    X(embexpr_beg) X(embexpr_end) X(embvar) X(float) X(gvar) X(heredoc_beg) X(heredoc_end) X(ident) X(ignored_nl) \
    X(imaginary) X(int) X(ivar) X(kw) X(label) X(label_end) X(lbrace) X(lbracket) X(lparen) X(nl) X(op) X(period) \
    X(qsymbols_beg) X(qwords_beg) X(rational) X(rbrace) X(rbracket) X(regexp_beg) X(regexp_end) X(rparen) X(semicolon) \
    X(sp) X(symbeg) X(symbols_beg) X(tlambda) X(tlambeg) X(tstring_beg) X(tstring_content) X(tstring_end) X(words_beg) \
    X(words_sep) X(ignored_sp)
/* clang-format on */

enum ripper_parser_event {
#define X(name, argc) PE_##name,
    RIPPER_PARSER_EVENTS(X)
#undef X
        PE_COUNT
};

enum ripper_scanner_event {
#define X(name) SE_##name,
    RIPPER_SCANNER_EVENTS(X)
#undef X
        SE_COUNT,
    SE_NONE = SE_COUNT /* a token of the parser that has no text of its own */
};

#endif
