/*
 * parser.y - the grammar of insns.def.
 *
 * Every semantic value is a token (text and position); the actions hand them to model.c in the order of the text.
 * The lexer delivers a body and an attribute's value as one raw token, so that C stays C.
 */
%{
#include "insngen.h"

static void yyerror(const char *message);
%}

%code requires {
#include "insngen.h"
}

%define api.value.type {struct token}
%define parse.error detailed

%token INSN "`insn'" PIECE "`piece'" STACK "`stack'" ATTR "`attr'" FUSE "`fuse'" VARIABLE "`variable'"
%token IDENT "a name" RAW "a value in parentheses" BODY "a body"
%token DASHES "`--'" REST "`...'"
%token END 0 "end of file"

%%

file: %empty
    | file insn
    | file piece
    | file fuse
    ;

piece: PIECE IDENT BODY { model_piece($2, $3); }
    ;

insn: INSN IDENT { model_insn_begin($1, $2); } '(' operands ')' stack attrs BODY { model_insn_end($9); }
    ;

operands: %empty
    | operand_list
    ;

operand_list: operand
    | operand_list ',' operand
    ;

operand: IDENT IDENT { model_operand($1, $2); }
    ;

stack: STACK '(' inputs DASHES outputs ')'
    | STACK '(' inputs DASHES outputs ')' VARIABLE { model_variable(); }
    ;

inputs: %empty
    | inputs IDENT { model_stack_item(false, $2, false); }
    | inputs REST { model_stack_item(false, $2, true); }
    ;

outputs: %empty
    | outputs IDENT { model_stack_item(true, $2, false); }
    | outputs REST { model_stack_item(true, $2, true); }
    ;

attrs: %empty
    | attrs ATTR attr_list
    ;

attr_list: attr
    | attr_list ',' attr
    ;

attr: IDENT RAW { model_attr($1, $2); }
    ;

fuse: FUSE IDENT { model_fuse_begin($2); } '=' parts ';'
    ;

parts: IDENT { model_fuse_part($1); }
    | parts IDENT { model_fuse_part($2); }
    ;

%%

static void
yyerror(const char *message)
{
    error_at(lexer_position(), "%s", message);
}
